import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { styleOfPosts } from '../lib/galley'
import './style.css'

export const metadata: Metadata = {
  metadataBase: new URL(process.env.SITE_URL ?? 'http://localhost:3001'),
  title: { default: 'All posts', template: '%s – Blog' },
  alternates: { types: { 'application/rss+xml': '/feed.xml' } },
}

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        {/* The look of what posts contain; everything else is in style.css. */}
        <link rel="stylesheet" href={styleOfPosts} precedence="default" />
        <header className="top">
          <Link className="name" href="/">
            All posts
          </Link>
          <a href="/feed.xml">Feed</a>
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}
