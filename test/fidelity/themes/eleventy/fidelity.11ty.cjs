// A list of all pages as Eleventy has made them, without their layouts.
const { writeFileSync } = require('node:fs')

module.exports = class {
  data() {
    return { permalink: false, eleventyExcludeFromCollections: true }
  }

  render({ collections }) {
    const pages = collections.all
      .filter(({ url }) => url)
      .map((page) => ({
        path: page.inputPath.replace(/^\.\//, ''),
        url: this.url(page.url),
        title: String(page.data.title ?? ''),
        date: page.date.toISOString(),
        html: page.templateContent ?? '',
      }))
    writeFileSync(process.env.FIDELITY, JSON.stringify(pages))
    return ''
  }
}
