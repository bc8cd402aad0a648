/**
 * Loads a message to test rules or extractors with: the newest of an input if the user may search, one by its id, or a
 * pasted payload.
 */
import { searchesEverywhere } from '@logyard/contract/identity/rights'
import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../base/session/current-user.tsx'
import type { MessageId as TextId } from '../../base/text/catalogues.ts'
import { useText } from '../../base/text/text.tsx'
import type { LoadedMessage, StoredMessage } from './loaded-message.ts'
import { MessageById } from './message-by-id.tsx'
import { RawMessage } from './raw-message.tsx'
import { RecentMessage } from './recent-message.tsx'

type Source = 'recent' | 'id' | 'raw'

const LABELS: Readonly<Record<Source, TextId>> = {
  recent: 'messages.load.recent',
  id: 'messages.load.id',
  raw: 'messages.load.raw',
}

interface MessageLoaderProps {
  readonly sources: readonly Source[]
  readonly onLoad: (message: LoadedMessage) => void
  /** The tab changed: a loaded message may be dropped. */
  readonly onSource?: () => void
  /** The only input whose newest message is loaded; absent: the user selects one. */
  readonly inputId?: string
  /** A message to load at once by its id. */
  readonly linked?: StoredMessage | undefined
  /** A pasted payload can name the input that received it. */
  readonly withInput?: boolean
}

export function MessageLoader({ sources, onLoad, onSource, inputId, linked, withInput = false }: MessageLoaderProps) {
  const t = useText()
  const canSearch = useMay()(searchesEverywhere)
  const offered = sources.filter((one) => one !== 'recent' || canSearch)
  const [source, setSource] = useState<string | null>(linked === undefined ? (offered[0] ?? null) : 'id')
  return (
    <Tabs
      value={source}
      keepMounted={false}
      onChange={(next) => {
        setSource(next)
        onSource?.()
      }}
    >
      <Tabs.List>
        {offered.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(LABELS[one])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="recent" pt="sm">
        <RecentMessage inputId={inputId} onLoad={onLoad} />
      </Tabs.Panel>
      <Tabs.Panel value="id" pt="sm">
        <MessageById linked={linked} onLoad={onLoad} />
      </Tabs.Panel>
      <Tabs.Panel value="raw" pt="sm">
        <RawMessage withInput={withInput} onLoad={onLoad} />
      </Tabs.Panel>
    </Tabs>
  )
}
