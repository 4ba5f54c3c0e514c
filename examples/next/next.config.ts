import type { NextConfig } from 'next'

const config: NextConfig = {
  // Not that of a package-lock.json in a folder above.
  turbopack: { root: import.meta.dirname },
}

export default config
