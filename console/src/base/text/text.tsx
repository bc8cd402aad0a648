/** Texts, dates and numbers in the user's language and time zone. */
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { IntlProvider, type MessageFormatElement, useIntl } from 'react-intl'
import { type Area, areaCatalogues, firstCatalogue, type MessageId } from './catalogues.ts'
import { pseudoElements, pseudoMessage } from './pseudo-language.ts'

export const LANGUAGE_KEY = 'language'

/** ICU syntax; the built console has parsed trees instead of texts that are more than plain words. */
type Messages = Readonly<Record<string, string | MessageFormatElement[]>>
type Value = string | number | Date | boolean
export type TextValues = Readonly<Record<string, Value>>
type TextFunction = (id: MessageId, values?: TextValues) => string
type RichFunction = (
  id: MessageId,
  values: Readonly<Record<string, ReactNode | ((chunks: ReactNode) => ReactNode)>>,
) => ReactNode

interface Catalogues {
  /** Loads an area's texts; does nothing if they are loaded. */
  load(area: Area): Promise<void>
}
const CataloguesContext = createContext<Catalogues | undefined>(undefined)
const ZoneContext = createContext<(zone: string) => void>(() => undefined)

export function TextProvider({
  language,
  rootTimeZone,
  children,
}: {
  language: string | null
  rootTimeZone: string
  children: ReactNode
}) {
  const [messages, setMessages] = useState<Messages>(() => inLanguage(firstCatalogue, language))
  const [timeZone, setTimeZone] = useState(rootTimeZone)
  const catalogues = useMemo(() => {
    const loads = new Map<Area, Promise<void>>()
    const fetchArea = async (area: Area) => {
      const { default: texts } = await areaCatalogues[area]()
      setMessages((known) => ({ ...known, ...inLanguage(texts, language) }))
    }
    return {
      load(area: Area) {
        const running = loads.get(area) ?? fetchArea(area)
        loads.set(area, running)
        return running
      },
    }
  }, [language])
  return (
    <CataloguesContext value={catalogues}>
      <ZoneContext value={setTimeZone}>
        <IntlProvider locale="en" messages={asProvided(messages)} timeZone={timeZone} onError={raise}>
          {children}
        </IntlProvider>
      </ZoneContext>
    </CataloguesContext>
  )
}

// A catalogue mixes both kinds of messages; the provider's type allows only one.
const asProvided = (messages: Messages) => messages as Record<string, MessageFormatElement[]>

// A missing message is a bug; the first test that opens the screen fails.
function raise(error: Error): never {
  throw error
}

const inLanguage = (texts: Messages, language: string | null): Messages =>
  language === 'pseudo'
    ? Object.fromEntries(
        Object.entries(texts).map(([id, text]) => [
          id,
          typeof text === 'string' ? pseudoMessage(text) : pseudoElements(text),
        ]),
      )
    : texts

export function useCatalogues(): Catalogues {
  const catalogues = use(CataloguesContext)
  if (catalogues === undefined) throw new Error('rendered outside of the text provider')
  return catalogues
}

/** Sets the zone of all times: that of the user, once the user is loaded. */
export const useSetTimeZone = () => use(ZoneContext)

/** `const t = useText()`, then `t('users.title', { count })`. */
export function useText(): TextFunction {
  const { formatMessage } = useIntl()
  return useMemo(() => (id, values) => String(formatMessage({ id }, inOwnDirection(values))), [formatMessage])
}

/** `useText` for composed ids: `undefined` if there is no such text. */
export function useTextIfAny(): (id: string, values?: TextValues) => string | undefined {
  const { messages, formatMessage } = useIntl()
  return useMemo(
    () => (id, values) => (id in messages ? String(formatMessage({ id }, inOwnDirection(values))) : undefined),
    [messages, formatMessage],
  )
}

const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g

/** Removes bidirectional control characters, with which a value could reorder the sentence around it. */
function inOwnDirection(values: TextValues = {}): Record<string, Value> {
  const entries = Object.entries(values)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value.replace(DIRECTION_MARKS, '') : value]),
  )
}

/** A text that contains elements, such as a user's name in `<span translate="no">`. */
export function useRichText(): RichFunction {
  const { formatMessage } = useIntl()
  return useMemo(
    () => (id, values) => <>{formatMessage({ id }, { ...values } as Record<string, ReactNode>)}</>,
    [formatMessage],
  )
}
