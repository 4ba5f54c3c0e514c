// Nothing of the site's own but its content; an address below another path comes from NUXT_APP_BASE_URL.
export default {
  modules: ['@nuxt/content'],
  compatibilityDate: '2025-01-01',
  telemetry: false,
  vue: { compilerOptions: { isCustomElement: (tag: string) => tag === 'fidelity-post' } },
  content: { experimental: { nativeSqlite: true } },
  nitro: { prerender: { routes: ['/'], crawlLinks: false } },
}
