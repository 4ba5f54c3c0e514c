// How deep content may be nested.

/** The most levels of folders. Operating systems have limits of their own beyond that, each a different one. */
export const MAX_DEPTH = 32
