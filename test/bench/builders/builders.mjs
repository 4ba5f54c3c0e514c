// Builds a content folder with another builder, as its documentation shows it; run with the builder's name, the content folder and a
// folder for the result. Prints what it took from the end of the imports on, and
// the most memory that the process had.
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const [name, content, out] = process.argv.slice(2)
// For the files of settings, which are beside this one.
Object.assign(process.env, { CONTENT: content, OUT: out, SETTINGS: import.meta.dirname })

const builders = {
  /** A page of HTML for each post, without a layout. */
  async eleventy() {
    const { default: Eleventy } = await import('@11ty/eleventy')
    const eleventy = new Eleventy(content, out, { quietMode: true, config: withoutTemplates })
    eleventy.disableLogger()
    return () => eleventy.write()
  },
  /** One file of JSON: each post as HTML and markdown. */
  async velite() {
    const { build } = await import('velite')
    return () => build({ config: settings('velite'), strict: true, logLevel: 'silent' })
  },
  /** A module with the same. */
  async 'content-collections'() {
    const { createBuilder } = await import('@content-collections/core')
    // Its compiled settings are kept there, too, and import from here.
    const cacheDir = fileURLToPath(new URL(`./node_modules/.cache/${basename(out)}`, import.meta.url))
    const options = { configName: 'content-collections', outputDir: out, cacheDir }
    const builder = await createBuilder(settings('content-collections'), options)
    for (const event of ['collector:read-error', 'collector:parse-error', 'transformer:validation-error']) {
      builder.on(event, ({ error }) => {
        throw error
      })
    }
    return () => builder.build()
  },
}

/** Posts are markdown and nothing else. */
function withoutTemplates(config) {
  config.setUseGitIgnore(false)
  return { markdownTemplateEngine: false, htmlTemplateEngine: false, templateFormats: ['md'] }
}

function settings(builder) {
  return fileURLToPath(new URL(`./${builder}.config.mjs`, import.meta.url))
}

const build = await builders[name]()
const started = performance.now()
const before = process.cpuUsage()
await build()
const { user, system } = process.cpuUsage(before)
const spent = { milliseconds: performance.now() - started, cpu: (user + system) / 1_000 }
console.log(JSON.stringify({ ...spent, megabytes: process.resourceUsage().maxRSS / 1_024 }))
process.exit()
