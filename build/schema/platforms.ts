// The platforms of authors' profiles.

/** Platforms whose names are likely to be meant by a similar one. Any other name is as good. */
export const PLATFORMS = new Set(
  `x github facebook instagram youtube tiktok linkedin website onlyfans discord bluesky mastodon threads gitlab stackoverflow
  stack-overflow reddit twitch telegram whatsapp pinterest snapchat medium substack patreon tumblr vimeo flickr codeberg
  bitbucket gitea codepen dribbble behance devto hashnode discourse spotify soundcloud bandcamp pixelfed peertube matrix
  wordpress orcid npm rss gitee gitter gettr replit glitch rumble itch viadeo dev-to`.split(/\s+/),
)
