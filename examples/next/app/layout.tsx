import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
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
        <header>
          <Link href="/">All posts</Link>
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}
