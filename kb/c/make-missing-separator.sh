# needs: make
reproduce() {
  printf 'all: hello\n\nhello:\n        echo hello\n' > Makefile
  make
  printf 'all:\n\techo all\n<<<<<<< HEAD\n' > conflict.mk
  make -f conflict.mk
}
workaround_1() { sed -i 4's/^ */\t/' Makefile; make; }
dead_end_1() { sed -i 's/^ \+/    /' Makefile; make; }
