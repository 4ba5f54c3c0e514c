// Text of a cell or a definition in its element.

/** Text with nothing of markdown in it is HTML as it is; other text is apart from the tags, so that it stays markdown. */
export function held(name: string, text: string): string {
  const isPlain = !/[\n*_`~[\]<>&\\!|:@\uE000-\uE004]|www\./.test(text)
  return isPlain ? `<${name}>${text}</${name}>` : `<${name}>\n\n${text}\n\n</${name}>`
}
