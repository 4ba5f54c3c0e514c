// Keys that are for a program and say nothing of the post: one table, from which `--fields` takes those that it names.

const words = (text: string) => new RegExp(`^(?:${text.trim().split(/\s+/).join('|')})$`, 'i')

const MACHINERY: Readonly<Record<string, RegExp>> = {
  any: words('layout'),
  hugo: words('type outputs _?build cascade markup headless menus? isCJKLanguage translationKey sitemap'),
  jekyll: words('render_with_liquid excerpt_separator sitemap'),
  docusaurus: words(
    'hide_table_of_contents toc_m(?:in|ax)_heading_level sidebar_\\w+ pagination_\\w+ custom_edit_url hide_title',
  ),
  eleventy: words(
    'pagination eleventyComputed eleventyExcludeFromCollections eleventyImport templateEngineOverride',
  ),
  hexo: words('disableNunjucks'),
  vitepress: words('navbar sidebar aside outline editLink lastUpdated footer pageClass head prev next'),
  zola: words('template page_template in_search_index'),
  pelican: words('template save_as'),
  nikola: words('template type'),
  obsidian: words('cssclass(?:es)?'),
  // Keys that WordPress does not show, and what plugins for search engines and locks keep.
  wordpress: /^(?:_|rank_math_|rcp_|ihc_|um_content_)/,
  ghost: words('email_subject email_only frontmatter'),
}

/** Tells whether a key is for the program. */
export function isMachinery(key: string, program: string): boolean {
  return MACHINERY.any!.test(key) || MACHINERY[program]?.test(key) === true
}
