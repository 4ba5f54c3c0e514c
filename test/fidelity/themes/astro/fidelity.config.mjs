// The site's own configuration with nothing of what is around posts.
import { readdirSync } from 'node:fs'
import mdx from '@astrojs/mdx'

const [file] = readdirSync('.').filter((name) => name.startsWith('astro.config.'))
const { site, base, trailingSlash, build, i18n, markdown, vite } = (
  await import(/* @vite-ignore */ `./${file}`)
).default

export default { site, base, trailingSlash, build, i18n, markdown, vite, integrations: [mdx()] }
