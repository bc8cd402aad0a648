import { useEffect } from 'react'

const PRODUCT = 'Logyard'

/** Titles of what is mounted, the innermost last: an overlay's title goes with it and the page's comes back. */
const titles: { readonly text: string }[] = []
const show = () => {
  const top = titles.at(-1)
  document.title = top === undefined ? PRODUCT : `${PRODUCT} - ${top.text}`
}

/** Names the page in the browser's tab: `Logyard - <title>`. */
export function useDocumentTitle(text: string): void {
  useEffect(() => {
    const entry = { text }
    titles.push(entry)
    show()
    return () => {
      titles.splice(titles.indexOf(entry), 1)
      show()
    }
  }, [text])
}
