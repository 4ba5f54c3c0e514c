// The marks of a post that a program keeps from the public, or shows to some only: one table, of which docs/moving-in.md is
// the readable form. Values are compared as they are written.
import { OFF, ON as TRUE } from './keyed.ts'

/** A key of front matter, or of a post in an export. */
export interface PrivacyMark {
  /** Names, or paths of names such as `build.render`, separated by spaces. */
  keys: string
  /** Values that keep the post from the public, and those that say it is public. Others mean something else. */
  hides: RegExp
  shows?: RegExp
}

export interface Privacy {
  marks?: readonly PrivacyMark[]
  /** Keys that leave a post public, but not in all places: they are reported. */
  reported?: readonly PrivacyMark[]
  /** The signs in a text of which parts are for some only. */
  texts?: RegExp
  /** Paths of files, relative to the site, and below their collection. */
  paths?: RegExp
  below?: RegExp
  /** Keys of the configuration with globs of what is left out, relative to the site, its content or a collection. */
  excludes?: readonly string[]
  /** The keys of regular expressions of what is left out, like `excludes`. */
  patterns?: readonly string[]
  /** Files with globs, one a line. */
  ignores?: readonly string[]
  /** Globs in code of the configuration, and the names of its files. */
  written?: { files: RegExp; globs: RegExp }
}

/** The values of a flag that is on, as programs read it, and as people write it. */
const ON = new RegExp(`${TRUE.source}|^(?:是|真|ja|oui|sí|да)$`, 'i')

const flags = (keys: string): PrivacyMark => ({ keys, hides: ON, shows: OFF })
const opposites = (keys: string): PrivacyMark => ({ keys, hides: OFF, shows: ON })

/** Makes a mark of keys that hide a post with any value, unless it is empty or `value`. */
const other = (keys: string, value: string): PrivacyMark => ({
  keys,
  hides: new RegExp(`^(?!(?:${value})$).`, 'is'),
  shows: new RegExp(`^(?:${value})$`, 'i'),
})

const STATUS =
  /^(?:drafts?|wip|in[ _-]?progress|in[ _-]?review|pending|private|hidden|hide|unlisted|unpublished|not[ _-]?published|skip|scheduled|future|secret|protected|password|restricted|internal|members?(?:[ _-]only)?|subscribers?(?:[ _-]only)?|premium|paid(?:[ _-]members)?|tiers|trash|deleted|草稿|私密|隐藏|隱藏|加密|未发布|未發布|下書き|非公開|entwurf|privat|brouillon|privé|borrador|privado|rascunho|черновик)$/i

/** Words that any site may use, whatever program it is made with. */
const ANY: Privacy = {
  marks: [
    other('draft isDraft wip', 'false|no|off|f|n|0'),
    flags('private isPrivate hidden isHidden hide unlisted isUnlisted delisted isDelisted unpublished'),
    flags('encrypt encrypted protected restricted confidential internal locked'),
    flags('membersOnly memberOnly subscribersOnly subscriberOnly premium isPremium paid isPaid paywall'),
    flags('noPublish doNotPublish ignorePost saveAsDraft'),
    opposites('published publish isPublished public isPublic listed isListed render isActive'),
    { keys: 'visible isVisible show', hides: /^(?:false|no|off|f|n|0|hidden?|none)$/i, shows: ON },
    { keys: 'status visibility state access', hides: STATUS, shows: /^(?:publish|published|public)$/i },
    { keys: 'type layout', hides: /^(?:draft|private|encrypted|hidden)$/i },
  ],
  reported: [
    flags('noindex robotsNoIndex searchExclude excludeFromSearch hiddenFromSearch searchHidden navExclude'),
    opposites('sitemap indexing search index robots feed rss navigation pagefind inSearchIndex'),
    { keys: 'robots head.robots', hides: /\bnoindex\b/i },
    flags(
      'sitemap.exclude sitemap.disable sitemapExclude hiddenInHomeList hiddenFromHomePage hiddenFromFeed',
    ),
    flags('hiddenFromRss hideOnBlog excludeFromFeed excludeFromHome'),
  ],
  paths: /(?:^|\/)_drafts\/|\.draft[./]/,
}

/** Paths below folders with an underscore, of which bundlers and frameworks make no pages. */
const UNDERSCORED = /(?:^|\/)_[^/]*\//

export const PRIVACY: Readonly<Record<string, Privacy>> = {
  any: ANY,
  hugo: {
    marks: [
      flags('headless'),
      {
        keys: 'build.render build.list',
        hides: /^(?:link|local|never|false)$/i,
        shows: /^(?:always|true)$/i,
      },
    ],
    patterns: ['ignoreFiles'],
  },
  jekyll: {
    // This applies where there is a configuration. Posts without a date in their names are none, and what begins with these
    // signs is special.
    paths: /(?:^|\/)_posts\/(?:[_#~]|(?:.*\/)?[_#~][^/]*$|(?!(?:.*\/)?\d{2,4}-\d{1,2}-\d{1,2}-[^/]+$))/,
    excludes: ['exclude'],
  },
  hexo: { paths: /(?:^|\/)_posts\/(?:.*\/)?_/, excludes: ['exclude', 'ignore', 'skip_render'] },
  eleventy: {
    marks: [
      { keys: 'permalink permalink.build eleventyComputed.permalink', hides: /^false$/ },
      other('eleventyExcludeFromCollections eleventyComputed.eleventyExcludeFromCollections', 'false'),
    ],
    ignores: ['.eleventyignore', '.gitignore'],
    written: {
      files: /^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/,
      globs: /\bignores\.add\(\s*(["'`])([^"'`\n]+)\1/g,
    },
  },
  docusaurus: { below: UNDERSCORED, excludes: ['blog.exclude'] },
  astro: {
    below: UNDERSCORED,
    written: { files: /^src\/content(?:\/config|\.config)\.[cm]?[jt]s$/, globs: /(["'`])!([^"'`\n]+)\1/g },
  },
  nuxt: { below: UNDERSCORED, excludes: ['content.ignores', 'collections.source.exclude'] },
  vitepress: {
    // `keys` of one theme are hashes of passwords.
    marks: [opposites('article'), { keys: 'keys', hides: /^[\da-f]{32}/i }],
    excludes: ['srcExclude'],
  },
  zola: { excludes: ['ignored_content'] },
  ghost: {
    marks: [other('status', 'published|scheduled'), other('visibility', 'public'), flags('email_only')],
    // A card that the web shows to members only, or not at all, in HTML and in the format of the editor.
    texts: /<!--\s*kg-gated-block:begin(?![^>]*\bnonMember:\s*true)|"(?:nonMember|showOnWeb)":\s*false/,
  },
  wordpress: {
    marks: [
      other('status', 'publish|future'),
      other('_jetpack_newsletter_access', 'everybody'),
      // Plugins: Members, Restrict Content, WP-Members, Ultimate Membership, Ultimate Member.
      other('_members_access_role rcp_subscription_level ihc_mb_who', 'all'),
      other('rcp_access_level rcp_user_level', 'all|none|0'),
      { keys: '_wpmem_block', hides: /^[12]$/ },
      { keys: 'um_content_restriction', hides: /_um_custom_access_settings";(?:b:1|s:1:"1")/ },
    ],
    // Blocks, and the ends of shortcodes of plugins that show their contents to some.
    texts:
      /<!-- wp:(?:premium-content\/|jetpack\/paywall|memberful\/|woocommerce-memberships\/|restrict-content)|\[\/(?:membership|members?(?:[_-]?only|_logged_in)?|restrict(?:ed)?(?:_content)?|s2(?:if|member)\w*|wlm_[\w-]+|mepr-(?:active|show)|rcp_\w+|is_(?:paid|logged_in)|logged_?in|um_loggedin|paid|premium|private|protected|content_protector|passster|ihc-hide-content|pms-restrict|arm_restrict_content|subscribers?[_-]?only)\]/i,
    reported: [
      { keys: '_yoast_wpseo_meta-robots-noindex', hides: /^1$/ },
      { keys: 'rank_math_robots', hides: /noindex/ },
      // SEOPress, The SEO Framework, All in One SEO.
      flags('_seopress_robots_index _genesis_noindex _aioseop_noindex'),
    ],
  },
  hashnode: {
    marks: [
      opposites('isActive'),
      flags('isDelisted preferences.isDelisted settings.isDelisted isDraft isDeleted saveAsDraft ignorePost'),
    ],
    // Its backup has drafts, too.
    paths: /(?:^|\/)draft-[\da-f]{24}\.md$/,
  },
  nikola: { marks: [{ keys: 'tags', hides: /(?:^|,)\s*(?:draft|private)\s*(?:,|$)/i }] },
  marble: { marks: [other('status', 'published')] },
}
