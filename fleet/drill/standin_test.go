package drill

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain is gambito too, or what stands in for it: the broker squares numbers, the
// coordinator has numbers squared and keeps them, the workers only hold connections.
func TestMain(m *testing.M) {
	if how := os.Getenv("DRILL_STANDIN"); how != "" {
		asked := make(chan os.Signal, 1)
		signal.Notify(asked, syscall.SIGINT, syscall.SIGTERM)
		go func() {
			<-asked
			os.Exit(1)
		}()
		if err := standIn(how, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const squares = 40

// after returns the word after a flag.
func after(args []string, flag string) string {
	for i, a := range args[:len(args)-1] {
		if a == flag {
			return args[i+1]
		}
	}
	return ""
}

// standIn plays a part; how says with which fault of its own.
func standIn(how string, args []string) error {
	switch args[0] + " " + args[1] {
	case "fleet serve":
		return squareFor(after(args, "--addr"))
	case "fleet impostor":
		fmt.Println(AtWork)
		time.Sleep(time.Second)
		return nil
	case "work file":
		return count(how, strings.TrimPrefix(after(args, "--fleet"), "nats://"+token+"@"))
	case "export file":
		text, err := os.ReadFile("squares")
		fmt.Printf("%s", text)
		return err
	}
	for { // a worker
		c, err := net.Dial("tcp", strings.TrimPrefix(args[1], "nats://"+token+"@"))
		if err == nil {
			bufio.NewReader(c).ReadString('\n')
			c.Close()
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func squareFor(address string) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		go func() {
			defer c.Close()
			lines := bufio.NewReader(c)
			for {
				line, err := lines.ReadString('\n')
				if err != nil {
					return
				}
				n, _ := strconv.Atoi(strings.TrimSpace(line))
				fmt.Fprintln(c, n*n)
			}
		}()
	}
}

// count keeps the squares of numbers in a file, and goes on with what it finds there.
func count(how, address string) error {
	if address == "" {
		address = "none"
	}
	text, _ := os.ReadFile("squares")
	from := strings.Count(string(text), "\n")
	f, err := os.OpenFile("squares", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	for n := from; n < squares; n++ {
		square := n * n
		if address != "none" {
			if how == "loses" && n == squares/2 {
				continue
			}
			time.Sleep(20 * time.Millisecond)
			if square, err = ask(address, n); err != nil {
				if how == "breaks" {
					panic(err)
				}
				return err
			}
		}
		fmt.Fprintf(f, `{"game":"squares","number":%d,"square":%d}`+"\n", n, square)
	}
	return nil
}

func ask(address string, n int) (int, error) {
	c, err := net.DialTimeout("tcp", address, time.Second)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(time.Second))
	fmt.Fprintln(c, n)
	line, err := bufio.NewReader(c).ReadString('\n')
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(line))
}
