// The page where a post is written: its source, beside it what readers will see, and its front matter as a form.
import { element } from '../../element.js'
import { addressOf } from '../entries.js'
import { hostsIn, postFrame } from '../frame.js'
import { frameOf } from '../post.js'
import { totals } from '../problem.js'
import { actionsOf } from './actions.js'
import { sourceEditor } from './editor.js'
import { frontMatterForm } from './form.js'
import { images } from './images.js'
import { addressIn, completionOf, insertLink, targetsOf } from './links.js'
import { previewing } from './preview.js'
import { problemsOf } from './problems.js'
import { saving } from './save.js'
import { readForm, reasonOf, wireOf } from './wire.js'

/** @typedef {import('../source.js').Workspace} Workspace */
/** @typedef {import('./wire.js').Preview} Preview */

const panes = { source: 'Source', page: 'Page', form: 'Front matter' }

/** @param {Workspace} first @param {string} file @param {(address: string) => void} go */
export async function openPost(first, file, go) {
  let workspace = first
  const { place } = workspace
  const wire = wireOf(place.id, file)
  const [{ text, tag }, form] = await Promise.all([wire.read(), readForm(place.id)])
  let targets = targetsOf(workspace, form.media)
  /** @type {Preview} */
  let known = { post: null, problems: [], values: {}, locked: {} }

  const status = element('p', { class: 'said', role: 'status' })
  const say = (/** @type {string} */ text, /** @type {'good' | 'bad' | ''} */ kind) => {
    status.textContent = text
    status.className = `said ${kind}`
  }
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
    more: [picture.handlers],
  })
  const keeping = saving(wire, editor, tag, say)
  const problems = problemsOf(editor)
  const front = frontMatterForm(form, (name) => addressIn(name, file), change)
  const preview = previewing(wire, editor, shown, (text) => say(text, 'bad'))

  /** @param {Record<string, import('./wire.js').Value>} changes */
  async function change(changes) {
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

  async function saveAll() {
    await front.settled()
    return keeping.save()
  }

  /** @param {Preview} next @param {ReturnType<typeof editor.follow>} since */
  function shown(next, since) {
    known = next
    const { post, values, locked } = next
    problems.show(next.problems, since)
    front.show(values, locked)
    actions.update()
    title.textContent = typeof values.title === 'string' && values.title !== '' ? values.title : file
    count.textContent = totals(next.problems) || 'No problems'
    absent.hidden = post !== null && hostsIn(post.content, place.media).length === 0
    absent.textContent = post
      ? 'Images and players of other hosts are not loaded here.'
      : 'There is no page of this until its problems are fixed. This is how it was before.'
    if (post) frame.show(frameOf(post, workspace))
  }

  const post = {
    tag: keeping.tag,
    save: saveAll,
    values: () => known.values,
    slug: () => known.post?.slug ?? '',
  }
  const actions = actionsOf(wire, post, change, place.path + file, (next) =>
    go(next === undefined ? '#/' : addressOf('edit', place, next)),
  )
  const view = element('article', { class: 'writing', 'data-pane': 'source' })
  const tabs = Object.entries(panes).map(([pane, label]) =>
    element('button', { type: 'button', value: pane, click: () => show(pane) }, label),
  )
  /** @param {string} pane */
  function show(pane) {
    const isAgain = pane === 'form' && view.dataset.pane === 'form'
    view.dataset.pane = isAgain ? 'source' : pane
    for (const tab of tabs) tab.setAttribute('aria-pressed', String(tab.value === view.dataset.pane))
  }
  const save = element('button', { type: 'button', class: 'send', click: saveAll }, 'Save')
  const linking = element('button', { type: 'button', click: link }, 'Insert link')
  const tools = [save, linking, picture.element, ...actions.elements, status]
  const written = [editor.element, count, problems.element]
  view.append(
    element(
      'header',
      {},
      element('p', { class: 'up' }, element('a', { href: '#/' }, 'All posts')),
      title,
      element('p', { class: 'quiet' }, element('code', {}, place.path + file)),
    ),
    element('div', { class: 'bar', role: 'group', 'aria-label': 'Post' }, ...tools),
    element('div', { class: 'panes-choice', role: 'group', 'aria-label': 'View' }, ...tabs),
    element('section', { class: 'pane form', 'aria-label': 'Front matter' }, front.element),
    element('section', { class: 'pane text', 'aria-label': 'Source' }, ...written),
    element(
      'section',
      { class: 'pane reading', 'aria-label': 'As readers will see it' },
      absent,
      frame.element,
    ),
  )
  show('source')
  // Anywhere on the page, as within the source.
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    saveAll()
  }
  window.addEventListener('keydown', keydown)
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
      window.removeEventListener('keydown', keydown)
      preview.stop()
      editor.close()
    },
  }
}
