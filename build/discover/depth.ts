// How deep content may lie.

/** Folders within each other. Systems have limits of their own further on, each in its way. */
export const MAX_DEPTH = 32
