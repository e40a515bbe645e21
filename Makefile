# Thin fronts for the build. Each installs what it needs first (tools/bootstrap).
.PHONY: help build install deb run test test-asan test-tsan verdicts coverage bench fuzz mutate docs docs-figures format lint clean

release := build/release
# tests at once: ctest deals out halves of processors (tests/CMakeLists.txt)
at_once := $(shell echo $$((2 * $$(nproc))))
# what Python compiles of the tree's own files stays out of the tree
export PYTHONDONTWRITEBYTECODE := 1

help:
	@echo "make run        build and run the default scenario; prints where the report is"
	@echo "make test       build and run all tests"
	@echo "make build      build only; the program is build/tether"
	@echo "make deb        Debian packages out/tether_*.deb, for any amd64 machine"
	@echo "make install    the program, its data and the libraries into PREFIX (/usr/local)"
	@echo "make bench      measure against the rivals; writes out/bench.json"
	@echo "make test-asan  all tests under the address and undefined-behaviour sanitizers"
	@echo "make test-tsan  all tests under the thread sanitizer"
	@echo "make verdicts   1000 random sessions with guards, judged again from their logs"
	@echo "make coverage   which lines the tests run, by module; out/coverage/index.html"
	@echo "make fuzz       every fuzzer for FUZZ_SECONDS (600); new inputs in build/fuzz/corpus"
	@echo "make mutate     statements of the tick that no test would miss (tools/mutate --help)"
	@echo "make docs       the manual as pages to read in a browser: out/manual/index.html"
	@echo "make docs-figures  the manual's measured tables, made again by their commands; half an hour"
	@echo "make format     format the sources"
	@echo "make lint       check format and run clang-tidy"

build:
	@tools/bootstrap build
	@cmake --preset release --log-level=WARNING >/dev/null
	@cmake --build --preset release 
	@ln -sfn release/apps/tether/tether build/tether

deb:
	@tools/bootstrap build package
	@cmake --preset package --log-level=WARNING >/dev/null
	@cmake --build --preset package
	@mkdir -p out
	@cd build/package && cpack -B $(CURDIR)/out >cpack.log || { cat cpack.log >&2; exit 1; }
	@rm -rf out/_CPack_Packages
	@ls out/tether_*.deb out/tether-dev_*.deb

PREFIX ?= /usr/local
install: build
	@cmake --install $(release) --prefix $(PREFIX) >/dev/null
	@echo "installed in $(PREFIX): bin/tether, and find_package(tether) with CMAKE_PREFIX_PATH=$(PREFIX)"

run: build
	@build/tether run omega_lwr_wall

test: build
	@tools/bootstrap build test
	@cmake --preset release --log-level=WARNING -DTETHER_TESTS=ON >/dev/null
	@cmake --build --preset release 
	@ctest --preset release -j$(at_once)

test-asan test-tsan: test-%:
	@tools/bootstrap build test
	@cmake --preset $* --log-level=WARNING >/dev/null
	@cmake --build --preset $* 
	@ctest --preset $* -j$(at_once)

VERDICTS ?= 1000
verdicts: build
	@cd web && TETHER=$(CURDIR)/build/tether TETHER_ROBOTS=$(CURDIR)/robots TETHER_VERDICTS=$(VERDICTS) \
	  node node_modules/vitest/vitest.mjs run tests/verdicts_log.test.ts

coverage:
	@tools/bootstrap build test coverage
	@cmake --preset coverage --log-level=WARNING >/dev/null
	@cmake --build --preset coverage
	@tools/coverage build/coverage

bench:
	@tools/bootstrap build test bench
	@cmake --preset release --log-level=WARNING -DTETHER_BENCH=ON >/dev/null
	@cmake --build --preset release 
	@mkdir -p out
	@$(release)/bench/tether_bench out/bench.json

FUZZ_SECONDS ?= 600
fuzz:
	@tools/bootstrap build fuzz
	@cmake --preset fuzz --log-level=WARNING >/dev/null
	@cmake --build --preset fuzz
	@for target in wire_format handshake scenario mesh cat_datagram cola_telegram station_request; do \
	  echo "fuzzing $$target for $(FUZZ_SECONDS) s"; \
	  mkdir -p build/fuzz/corpus/$$target; \
	  build/fuzz/fuzz/fuzz_$$target -max_total_time=$(FUZZ_SECONDS) -timeout=10 -verbosity=0 \
	    -print_final_stats=1 -artifact_prefix=build/fuzz/$$target- \
	    build/fuzz/corpus/$$target fuzz/corpus/$$target || exit 1; \
	done

mutate:
	@tools/bootstrap build test mutate
	@cmake --preset release --log-level=WARNING -DTETHER_TESTS=ON >/dev/null
	@tools/mutate

docs:
	@tools/bootstrap docs
	@mkdocs build --quiet --strict --clean
	@echo "$(CURDIR)/out/manual/index.html"

docs-figures: build
	@tools/docs_figures

format:
	@tools/bootstrap lint
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

lint:
	@tools/bootstrap build test bench lint
	@tools/lint

clean:
	@rm -rf build
