// No layout but what a page is, and its text.
import { Content, useData, withBase } from 'vitepress'
import { h } from 'vue'

export default {
  Layout: {
    setup() {
      const { page } = useData()
      const { filePath, relativePath, title, frontmatter } = page.value
      const url = withBase(`/${relativePath.replace(/(?:(^|\/)index)?\.md$/, '$1')}`)
      const date = frontmatter.date ?? ''
      const about = encodeURIComponent(JSON.stringify({ path: filePath, url, title, date }))
      return () => h('fidelity-post', { about }, [h(Content)])
    },
  },
}
