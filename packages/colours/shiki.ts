// Shiki, which is not ours to install: it is loaded if a workspace wants colours. At once, since whoever compiles cannot wait.
import { createRequire } from 'node:module'
import type * as core from 'shiki/core'
import type * as javascript from 'shiki/engine/javascript'
import type * as langs from 'shiki/langs'
import type * as themes from 'shiki/themes'
import { lazy } from '../search/basics/lazy.ts'

const commonJs = createRequire(import.meta.url)

export const shiki = lazy((): typeof core & typeof javascript => ({
  ...commonJs('shiki/core'),
  ...commonJs('shiki/engine/javascript'),
}))

/** The names of its themes; none if it is not installed. */
export const themeNames = lazy((): string[] => {
  try {
    return (commonJs('shiki/themes') as typeof themes).bundledThemesInfo.map(({ id }) => id)
  } catch {
    return []
  }
})

/** The id of each language, by each of its names: only listed languages are loaded. */
export const languages = lazy((): Map<string, string> => {
  const { bundledLanguagesInfo }: typeof langs = commonJs('shiki/langs')
  return new Map(
    bundledLanguagesInfo.flatMap(({ id, aliases = [] }) =>
      [id, ...aliases].map((name) => [name, id] as const),
    ),
  )
})

/**
 * Opens a language on its own: others would change what it knows, and so would patterns that only some versions of Node have.
 * @param language one of ours, or its name
 * @param theme likewise
 */
export function opened(
  language: string | core.LanguageRegistration,
  theme: string | core.ThemeRegistration,
  cache = new Map<string, RegExp | Error>(),
): core.ShikiPrimitive {
  return shiki().createShikiPrimitive({
    engine: shiki().createJavaScriptRegexEngine({ forgiving: true, target: 'ES2024', cache }),
    langs: [typeof language === 'string' ? commonJs(`shiki/langs/${language}.mjs`).default : language],
    themes: [typeof theme === 'string' ? commonJs(`shiki/themes/${theme}.mjs`).default : theme],
    warnings: false,
  })
}
