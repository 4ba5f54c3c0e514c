// No layout but what a post is, and its text.
import LayoutProvider from '@theme/Layout/Provider'
import MDXContent from '@theme/MDXContent'
import { createElement as h } from 'react'

export default function BlogPostPage({ content: Content }) {
  const { source, permalink, title, date } = Content.metadata
  const path = source.replace('@site/', '')
  const about = encodeURIComponent(JSON.stringify({ path, url: permalink, title, date }))
  return h(LayoutProvider, null, h('fidelity-post', { about }, h(MDXContent, null, h(Content))))
}
