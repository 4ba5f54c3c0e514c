// The page where a post is written: its source, beside it what readers will see, and its front matter as a form.
import { element } from '../../element.js'
import { addressOf } from '../entries.js'
import { hostsIn, postFrame } from '../frame.js'
import { frameOf, isData } from '../post.js'
import { totals } from '../problem.js'
import { actionsOf } from './actions.js'
import { sourceEditor } from './editor.js'
import { frontMatterForm } from './form.js'
import { images } from './images.js'
import { completionOf, insertLink, targetsOf } from './links.js'
import { markdown } from './markdown.js'
import { previewing } from './preview.js'
import { problemsOf } from './problems.js'
import { saving } from './save.js'
import { readForm, reasonOf, wireOf } from './wire.js'

/** @typedef {import('../source.js').Workspace} Workspace */
/** @typedef {import('./wire.js').Preview} Preview */

/** @param {string} file whose text readers see, if it has one */
function panesOf(file) {
  return isData(file)
    ? { source: 'Source', form: 'Fields' }
    : { source: 'Source', page: 'Page', form: 'Front matter' }
}

/** @param {Workspace} first @param {string} file @param {(address: string) => void} go */
export async function openPost(first, file, go) {
  let workspace = first
  const { place } = workspace
  const wire = wireOf(place.id, file)
  const [{ text, tag }, form] = await Promise.all([wire.read(), readForm(place.id)])
  let targets = targetsOf(workspace, form.media)
  let known = /** @type {Preview} */ ({ post: null, problems: [], values: {}, locked: {} })

  const { element: status, say } = statusLine()
  const count = element('p', { class: 'quiet count', role: 'status' })
  const absent = element('p', { class: 'quiet absent', hidden: true })
  const title = element('h1', { tabindex: -1 }, file)
  const frame = postFrame()
  const readFiles = async () => {
    targets = targetsOf(workspace, (await readForm(place.id)).media)
  }
  const picture = images(wire.media, () => editor, say, readFiles)
  const link = () => void insertLink(editor, targets, file)
  const editor = sourceEditor(text, {
    changed() {
      say(editor.isDirty() ? 'Not saved' : 'Saved', '')
      preview.ask()
    },
    save: () => void saveAll(),
    insertLink: link,
    complete: completionOf(() => targets, file),
    more: isData(file) ? [] : [markdown, picture.handlers],
  })
  const change = changing(wire, editor)
  const keeping = saving(wire, editor, tag, say)
  const problems = problemsOf(editor)
  const front = frontMatterForm({ form, file, upload: picture.upload }, change, revealing(editor))
  const saveAll = () => front.settled().then(() => keeping.save())
  const preview = previewing(wire, editor, shown, (text) => say(text, 'bad'))

  /** @param {Preview} next @param {ReturnType<typeof editor.follow>} since */
  function shown(next, since) {
    known = next
    const { post, values, locked } = next
    problems.show(next.problems, since)
    // The values of an earlier text would take back what has been changed since.
    if (since.changes.empty) front.show(values, locked)
    actions.update()
    title.textContent = titleOf(next, place) || file
    count.textContent = totals(next.problems) || 'No problems'
    absent.textContent = absentFrom(post, place)
    absent.hidden = absent.textContent === ''
    if (post && !isData(file)) frame.show(frameOf(post, workspace))
  }

  const post = {
    tag: keeping.tag,
    save: saveAll,
    values: () => known.values,
    slug: () => known.post?.slug ?? '',
  }
  const actions = actionsOf(wire, post, change, { ...place, path: place.path + file }, (next) =>
    go(next === undefined ? '#/' : addressOf('edit', place, next)),
  )
  const save = element('button', { type: 'button', class: 'send', click: saveAll }, 'Save')
  const linking = element('button', { type: 'button', click: link }, 'Insert link')
  const view = postView(place.path + file, {
    head: [title],
    tools: [save, ...(isData(file) ? [] : [linking, picture.element]), ...actions.elements, status],
    form: [front.element],
    source: [editor.element, count, problems.element],
    page: [absent, frame.element],
  })
  const forgetKey = onSaveKey(saveAll)
  say('Saved', '')
  preview.ask()

  return {
    element: view,
    save: saveAll,
    focus: () => editor.focus(),
    isDirty: () => editor.isDirty() || keeping.isRunning() || front.isPending(),
    /** @param {Workspace} next as another build found it */
    update(next) {
      workspace = next
      readFiles().catch(() => {})
      keeping.look().catch((/** @type {Error} */ error) => say(error.message, 'bad'))
      preview.ask()
    },
    close() {
      forgetKey()
      preview.stop()
      editor.close()
    },
  }
}

/** @param {Preview} preview @param {Workspace['place']} place @returns {string} */
function titleOf({ post, values }, { collection }) {
  return typeof values.title === 'string' && values.title
    ? values.title
    : collection && post
      ? post.title
      : ''
}

/** Says what readers will see and this page does not show. @param {Preview['post']} post @param {Workspace['place']} place */
function absentFrom(post, { media }) {
  if (!post) return 'There is no page of this until its problems are fixed. This is how it was before.'
  return hostsIn(post.content, media).length > 0
    ? 'Images and players of other hosts are not loaded here.'
    : ''
}

/** Makes the function that shows a key of the front matter in the source. @param {import('./editor.js').Editor} editor */
function revealing(editor) {
  return (/** @type {string} */ key) => {
    const found = new RegExp(`^(?:[ \\t-]*|.*[{,]\\s*)["']?${key}["']?\\s*:`, 'm').exec(editor.text())
    const view = /** @type {HTMLElement | null} */ (editor.element.closest('.writing'))
    if (view && editor.element.offsetParent === null) view.dataset.pane = 'source'
    editor.select(found ? found.index + found[0].lastIndexOf(key) : 0)
  }
}

function statusLine() {
  const line = element('p', { class: 'said', role: 'status' })
  return {
    element: line,
    /** @param {string} text @param {'good' | 'bad' | ''} kind */
    say(text, kind) {
      line.textContent = text
      line.className = `said ${kind}`
    },
  }
}

/**
 * Makes the function that changes front matter, and returns why a change is refused, by name.
 * @param {ReturnType<typeof wireOf>} wire @param {import('./editor.js').Editor} editor
 */
function changing(wire, editor) {
  return async (/** @type {Record<string, import('./wire.js').Value>} */ changes) => {
    const since = editor.follow()
    try {
      const { edits, refused } = await wire.frontMatter(editor.text(), changes)
      if (edits.length > 0) editor.apply(edits.map((edit) => ({ ...since.place(edit), text: edit.text })))
      return refused
    } catch (error) {
      return Object.fromEntries(Object.keys(changes).map((key) => [key, reasonOf(error)]))
    } finally {
      since.stop()
    }
  }
}

/** Anywhere on the page, as within the source. @param {() => void} save @returns a function that ends it */
function onSaveKey(save) {
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    save()
  }
  window.addEventListener('keydown', keydown)
  return () => window.removeEventListener('keydown', keydown)
}

/**
 * The page, of which small screens show one pane at a time.
 * @param {string} path
 * @param {Record<'head' | 'tools' | 'form' | 'source' | 'page', HTMLElement[]>} parts
 */
function postView(path, { head, tools, form, source, page }) {
  const view = element('article', { class: 'writing' })
  const panes = panesOf(path)
  const tabs = Object.entries(panes).map(([pane, label]) =>
    element('button', { type: 'button', value: pane, click: () => show(pane) }, label),
  )
  /** @param {string} pane */
  function show(pane) {
    const isAgain = pane === 'form' && view.dataset.pane === 'form'
    view.dataset.pane = isAgain ? 'source' : pane
    for (const tab of tabs) tab.setAttribute('aria-pressed', String(tab.value === view.dataset.pane))
  }
  view.append(
    element(
      'header',
      {},
      element('p', { class: 'up' }, element('a', { href: '#/' }, 'All posts')),
      ...head,
      element('p', { class: 'quiet' }, element('code', {}, path)),
    ),
    element('div', { class: 'bar', role: 'group', 'aria-label': 'Post' }, ...tools),
    element('div', { class: 'panes-choice', role: 'group', 'aria-label': 'View' }, ...tabs),
    element('section', { class: 'pane form', 'aria-label': panes.form }, ...form),
    element('section', { class: 'pane text', 'aria-label': 'Source' }, ...source),
    ...(panes.page
      ? [element('section', { class: 'pane reading', 'aria-label': 'As readers will see it' }, ...page)]
      : []),
  )
  show(panes.page ? 'source' : 'form')
  return view
}
