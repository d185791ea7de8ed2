#!/bin/sh
# Builds the page: the API's document, the types made of it, the files in dist.
#   web/app/build.sh           writes them
#   web/app/build.sh --check   fails if what is committed is not what would be written
# It needs Node 20 and the packages of the lock file, which it installs if they are
# missing.
set -eu
cd "$(dirname "$0")"
case "${1-}" in
'' | --check) ;;
*)
	echo "build.sh: unknown argument \"$1\" (did you mean --check?)" >&2
	exit 2
	;;
esac

# node_modules is as new as the lock file that it was made from.
if ! cmp -s package-lock.json node_modules/.made-from; then
	npm ci --no-audit --no-fund --loglevel=error
	cp package-lock.json node_modules/.made-from
fi

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
(cd ../.. && go run ./cmd/gambito serve --openapi) >"$out/openapi.json"
npx --no-install openapi-typescript "$out/openapi.json" --output "$out/api.d.ts" >"$out/types.log" 2>&1 ||
	{ cat "$out/types.log" >&2; exit 1; }

if [ "${1-}" = --check ]; then
	differ() {
		echo "build.sh: $1 is not what its sources give; run web/app/build.sh and commit" >&2
		exit 1
	}
	cmp -s "$out/openapi.json" ../openapi.json || differ web/openapi.json
	cmp -s "$out/api.d.ts" src/api.d.ts || differ web/app/src/api.d.ts
	npm run --silent check
	npm run --silent build -- --logLevel warn --outDir "$out/dist"
	npm run --silent lesson -- --logLevel warn --outDir "$out/dist"
	diff -rq "$out/dist" dist || differ web/app/dist
	exit
fi
cp "$out/openapi.json" ../openapi.json
cp "$out/api.d.ts" src/api.d.ts
npm run --silent check
npm run --silent build -- --logLevel warn
npm run --silent lesson -- --logLevel warn
