// How deep content may lie.

/** Folders within each other. Systems have limits of their own further on, each in its way. */
export const DEEPEST = 32
