// The platforms of authors' profiles.

/** Platforms that clients of the API know by name. */
export const PLATFORMS = new Set(
  'x github facebook instagram youtube tiktok linkedin website onlyfans discord bluesky'.split(' '),
)
