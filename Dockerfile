# gambito as a container: one static program and nothing else, run by nobody in
# particular, with a root file system that may be read only. docs/operations.md tells how
# to run it.

FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /out/gambito ./cmd/gambito && mkdir /out/data

FROM scratch
COPY --from=build /out/gambito /gambito
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
WORKDIR /data
VOLUME /data
ENV GAMBITO_DATA=/data GAMBITO_ADDR=0.0.0.0:7777 TMPDIR=/data
EXPOSE 7777
HEALTHCHECK --interval=30s --timeout=6s --start-period=10s CMD ["/gambito", "serve", "--check"]
ENTRYPOINT ["/gambito"]
CMD ["serve"]
