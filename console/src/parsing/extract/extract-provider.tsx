/** Lets every message on a page offer 'Extract this', for a selected part of its text and from menus. */
import { createExtractor } from '@logyard/contract/extractors/extractors'
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useCatalogues } from '../../base/text/text.tsx'
import type { ExtractRequest, ExtractSource } from './extract-source.ts'
import { type TextSelection, useTextSelection } from './use-text-selection.ts'

const SelectionButton = deferred(() => import('./selection-button.tsx').then((module) => module.SelectionButton))
const ExtractDialog = deferred(() => import('./extract-dialog.tsx').then((module) => module.ExtractDialog))

interface Extract {
  readonly isAllowed: (source: ExtractSource) => boolean
  readonly open: (request: ExtractRequest) => void
  /** The element shows exactly the text of the source, or its beginning. Returns what ends the watch. */
  readonly watch: (element: HTMLElement, source: ExtractSource) => () => void
}

const ExtractContext = createContext<Extract | undefined>(undefined)

export function ExtractProvider({ children }: { children: ReactNode }) {
  const catalogues = useCatalogues()
  const may = useMay()
  const [isReady, setIsReady] = useState(false)
  const [request, setRequest] = useState<ExtractRequest>()
  const watched = useRef(new Map<Element, ExtractSource>())
  const selection = useTextSelection(watched.current)
  const value = useMemo(() => {
    const prepare = () => catalogues.load('parsing').then(() => setIsReady(true))
    return {
      isAllowed: ({ inputId }: ExtractSource) => may(createExtractor, { inputId }),
      open: (next: ExtractRequest) => void prepare().then(() => setRequest(next)),
      watch(element: HTMLElement, source: ExtractSource) {
        void prepare()
        const { current } = watched
        current.set(element, source)
        return () => current.delete(element)
      },
    } satisfies Extract
  }, [catalogues, may])
  const openSelection = ({ source, part }: TextSelection) => {
    window.getSelection()?.removeAllRanges()
    setRequest({ source, part })
  }
  return (
    <ExtractContext value={value}>
      {children}
      {isReady && selection !== undefined && <SelectionButton selection={selection} onOpen={openSelection} />}
      {isReady && request !== undefined && <ExtractDialog request={request} onClose={() => setRequest(undefined)} />}
    </ExtractContext>
  )
}

/** Opens the dialog; `undefined` if the user may not change the extractors of the input. */
export function useExtract(source: ExtractSource | undefined): ((part?: ExtractRequest['part']) => void) | undefined {
  const extract = use(ExtractContext)
  if (extract === undefined || source === undefined || !extract.isAllowed(source)) return undefined
  return (part) => extract.open(part === undefined ? { source } : { source, part })
}

/** For the element that shows the text: a selected part of it can be extracted. */
export function useExtractableText<Shown extends HTMLElement>(source: ExtractSource | undefined) {
  const element = useRef<Shown>(null)
  const extract = use(ExtractContext)
  useEffect(() => {
    if (extract === undefined || source === undefined || element.current === null) return undefined
    if (!extract.isAllowed(source)) return undefined
    const stop = extract.watch(element.current, source)
    return () => void stop()
  }, [extract, source])
  return element
}
