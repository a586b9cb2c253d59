#ifndef CSTUBKIT_H
#define CSTUBKIT_H

// Nothing to import: this target only defines symbols, in interposition.c.

#endif
