/**
 * Words on the page that came from no catalogue, when it is shown in the pseudo-language. Data, times and figures are
 * not texts. A text with elements in it opens and closes its brackets around them: what stands beside them is read as one.
 */
export function escapedTexts(root: Element): string[] {
  const own = [...root.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : [])).join('')
  const below = [...root.children].flatMap((element) => {
    if (!(element instanceof HTMLElement) || element.getAttribute('translate') === 'no') return []
    if (element.tagName === 'TIME' || element.tagName === 'STYLE') return []
    // Text areas that grow are measured with one that nobody sees.
    if (element.tagName === 'TEXTAREA' && element.ariaHidden === 'true') return []
    return [
      ...['aria-label', 'placeholder', 'title'].map((name) => withoutPseudo(element.getAttribute(name) ?? '')),
      ...escapedTexts(element),
    ]
  })
  return [withoutPseudo(own), ...below].filter((text) => /\p{L}{2}/u.test(text))
}

const withoutPseudo = (text: string) => text.replaceAll(/⟦[^⟧]*⟧/g, '')
