/**
 * Words on the page that do not come from a catalogue, when the page is in the pseudo-language. Data, times and figures
 * do not count. A text with elements opens and closes its brackets around them, so adjacent text counts as one.
 */
export function escapedTexts(root: Element): string[] {
  const own = [...root.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : [])).join('')
  const below = [...root.children].flatMap((element) => {
    if (!(element instanceof HTMLElement) || element.getAttribute('translate') === 'no') return []
    if (element.tagName === 'TIME' || element.tagName === 'STYLE') return []
    // Mantine measures text areas that grow with a hidden copy.
    if (element.tagName === 'TEXTAREA' && element.ariaHidden === 'true') return []
    return [
      ...['aria-label', 'placeholder', 'title'].map((name) => withoutPseudo(element.getAttribute(name) ?? '')),
      ...escapedTexts(element),
    ]
  })
  return [withoutPseudo(own), ...below].filter((text) => /\p{L}{2}/u.test(text))
}

/** A text may be a value of another, so the innermost brackets go first. */
function withoutPseudo(text: string): string {
  const without = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
  return without === text ? text : withoutPseudo(without)
}
