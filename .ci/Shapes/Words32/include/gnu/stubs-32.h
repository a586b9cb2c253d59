// Glibc's headers ask for this where a word has 32 bits, and a machine of 64 bits does not have it.
