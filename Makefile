# make run    installs, builds and serves the demo
# make test   runs every test: Go, site, browser
SHELL := /bin/sh
GO    := go
# A checkout owned by somebody else must build too, so no version control stamp.
BUILD := $(GO) build -buildvcs=false -trimpath
TOOL  := $(GO) tool -modfile=tools/tools.mod
NPM_CI := npm ci --ignore-scripts --no-audit --no-fund --loglevel=error

.PHONY: help run build site test test-go test-go15 test-site test-browser soak lint fmt generate drift bench clean tools
help: ## this list
	@grep -E '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: build ## install, build and serve the demo
	@RIHLA_DEMO=true exec bin/rihla serve

build: tools site postgres ## leave bin/rihla
	@mkdir -p bin
	$(BUILD) -o bin/rihla ./cmd/rihla

tools:
	@sh scripts/need.sh

# ---- what the builds stand on
web/node_modules/.done: web/package.json web/package-lock.json | tools
	cd web && $(NPM_CI)
	@touch $@

# PostgreSQL 18 goes into the program; 15 only runs the tests once more.
.PHONY: postgres postgres15
postgres: tools/postgres/node_modules/.done
	@$(GO) run -buildvcs=false ./tools/postgres/bundle
postgres15: tools/postgres/15/node_modules/.done
	@$(GO) run -buildvcs=false ./tools/postgres/bundle -from tools/postgres/15 -out tools/postgres/15/postgres.tar.gz
tools/postgres/node_modules/.done: tools/postgres/package.json tools/postgres/package-lock.json | tools
	cd tools/postgres && $(NPM_CI)
	@touch $@
tools/postgres/15/node_modules/.done: tools/postgres/15/package.json tools/postgres/15/package-lock.json | tools
	cd tools/postgres/15 && $(NPM_CI)
	@touch $@

SITE := $(shell find web/src web/public web/scripts -type f 2>/dev/null) web/index.html web/vite.config.ts web/tsconfig.json
site: web/dist/index.html
web/dist/index.html: web/node_modules/.done $(SITE)
	cd web && npm run --silent build

# ---- tests
test: test-go test-site test-browser ## every test

test-go: postgres site
	$(GO) test -buildvcs=false ./...

test-go15: postgres postgres15 site ## the Go tests on PostgreSQL 15
	RIHLA_TEST_POSTGRES=15 $(GO) test -buildvcs=false ./...

test-site: web/node_modules/.done
	cd web && npm test --silent

test-browser: build
	cd web && npm run --silent test:browser

.PHONY: test-browser-all
test-browser-all: build ## every journey in every language on both screens
	cd web && npm run --silent e2e:all

soak: postgres test-browser-all ## every journey everywhere, kills at every step of every story, random requests, and bookings and payments by many at once, for an hour or so
	$(GO) test -buildvcs=false ./internal/testkit/killrun -v -everywhere -rounds 5 -timeout 1h
	$(GO) test -buildvcs=false ./internal/testkit/moneyrun -v -operations 12000 -timeout 1h
	$(GO) test -buildvcs=false ./internal/api -run TestAnyRequest -rapid.checks=3000 -timeout 3h

# ---- checks and generated code
lint: web/node_modules/.done ## formatting, vet, linters, import rules, drift of generated code
	$(TOOL) golangci-lint run
	cd web && npm run --silent lint
	$(MAKE) --no-print-directory drift

fmt: web/node_modules/.done ## format everything
	gofmt -w cmd internal tools web/embed.go
	cd web && npm run --silent format

generate: web/node_modules/.done ## SQL, OpenAPI document and the site's types
	CGO_ENABLED=0 $(TOOL) sqlc generate
	$(GO) run -buildvcs=false ./cmd/rihla openapi > api/openapi.json
	cd web && npm run --silent gen:api

drift: generate
	@git diff --exit-code --stat -- api 'internal/*/*db/*' 'web/src/*.gen.*' || { echo "generated code is not what \`make generate\` makes: commit what it changed"; exit 1; }

bench: build ## the benchmarks of bench/README.md
	$(GO) run -buildvcs=false ./bench

# Lighthouse is many packages that nothing else needs: installed when asked for.
.PHONY: bench-web
bench-web: build web/tools/lighthouse/node_modules/.done ## the site as a telephone sees it: Lighthouse, sizes, caching; the admin area's lists over a million bookings
	@node web/tools/lighthouse/bench.mjs
	@node web/tools/lighthouse/admin-lists.mjs
web/tools/lighthouse/node_modules/.done: web/tools/lighthouse/package.json web/tools/lighthouse/package-lock.json | tools
	cd web/tools/lighthouse && $(NPM_CI)
	@touch $@

clean: ## remove what was built, not the data
	rm -rf bin web/dist/* web/node_modules web/tools/lighthouse/node_modules tools/postgres/node_modules tools/postgres/15/node_modules internal/platform/postgres/embedded/bundle/*/postgres.tar.gz
