// No layout but what a page is, and its text.
import LayoutProvider from '@theme/Layout/Provider'
import MDXContent from '@theme/MDXContent'
import { createElement as h } from 'react'

export default function DocItem({ content: Content }) {
  const { source, permalink, title } = Content.metadata
  const about = encodeURIComponent(
    JSON.stringify({ path: source.replace('@site/', ''), url: permalink, title, date: '' }),
  )
  return h(LayoutProvider, null, h('fidelity-post', { about }, h(MDXContent, null, h(Content))))
}
