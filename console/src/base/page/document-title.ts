import { useEffect } from 'react'

const PRODUCT = 'Logyard'

/** The titles of everything that is mounted, innermost last, so that closing an overlay restores the page's title. */
const titles: { readonly text: string }[] = []
const show = () => {
  const top = titles.at(-1)
  document.title = top === undefined ? PRODUCT : `${top.text} · ${PRODUCT}`
}

/** Sets the title of the browser's tab: `<title> · Logyard`, because narrow tabs cut the end. */
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
