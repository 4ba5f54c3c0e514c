// What is done with a whole post: publish it or take it back, rename it, delete it.
import { element } from '../../element.js'
import { dateField, now } from './date-field.js'
import { ask, tell } from './dialog.js'
import { reasonOf } from './wire.js'

/** @typedef {import('./wire.js').Value} Value */

/**
 * @param {{
 *   wire: ReturnType<typeof import('./wire.js').wireOf>,
 *   tag: () => string,
 *   save: () => Promise<boolean>,
 *   change: (changes: Record<string, Value>) => Promise<Record<string, string>>,
 *   values: () => Record<string, any>,
 *   slug: () => string,
 *   path: string,
 *   moved: (file: string) => void,
 *   gone: () => void,
 * }} desk
 */
export function actionsOf({ wire, tag, save, change, values, slug, path, moved, gone }) {
  const publish = button('Publish', async () => {
    if (values().status !== 'draft') return set({ status: 'draft' })
    const field = dateField({ id: 'publish-date', key: 'Publish', changed: () => {} })
    field.show(values().publishedAt ?? now())
    const content = [
      element('label', { for: 'publish-date' }, 'Date'),
      field.element,
      element('p', { class: 'quiet' }, 'Readers see it from then on; a date in the future schedules it.'),
    ]
    await ask('Publish this post', content, [['publish', 'Publish']], async (choice) => {
      if (choice === 'publish') await set({ status: null, publishedAt: field.value() })
    })
  })

  /** @param {Record<string, Value>} changes */
  async function set(changes) {
    const [reason] = Object.values(await change(changes))
    if (reason !== undefined) throw new Error(reason)
    await save()
  }

  const rename = button('Rename', async () => {
    const input = element('input', { id: 'rename-slug', type: 'text', autocomplete: 'off', required: true })
    input.value = slug()
    const content = [
      element('label', { for: 'rename-slug' }, 'Slug, the post’s name in addresses'),
      input,
      element(
        'p',
        { class: 'quiet' },
        'Links to it in other posts are changed, too, and its earlier address still leads to it.',
      ),
    ]
    let file = ''
    await ask('Rename this post', content, [['rename', 'Rename']], async () => {
      if (await save()) file = (await wire.rename(input.value.trim(), tag())).file
      else throw new Error('It has to be saved first.')
    })
    if (file !== '') moved(file)
  })

  const remove = button('Delete', async () => {
    let where = ''
    const text = [
      'The file ',
      element('code', {}, path),
      ' is moved away, and no build reads it there. What has not been saved is lost.',
    ]
    await ask('Delete this post?', [element('p', {}, ...text)], [['delete', 'Delete']], async () => {
      where = (await wire.remove(tag())).moved
    })
    if (where === '') return
    gone()
    await tell(
      'The post is deleted',
      'Its file is now ',
      element('code', {}, where),
      '. Move it back to have it again.',
    )
  })

  return {
    elements: [publish, rename, remove],
    update() {
      publish.textContent = values().status === 'draft' ? 'Publish…' : 'Unpublish'
    },
  }
}

/**
 * @param {string} label
 * @param {() => Promise<unknown>} run
 */
function button(label, run) {
  const click = async () => {
    try {
      await run()
    } catch (error) {
      await tell(`${label} did not work`, reasonOf(error))
    }
  }
  return element('button', { type: 'button', click }, label)
}
