import { getMessage } from '@logyard/contract/search/messages'
import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { statusText } from '../../api/api-error.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import type { LoadedMessage, StoredMessage } from './loaded-message.ts'
import classes from './message-loader.module.css'

interface MessageByIdProps {
  readonly linked: StoredMessage | undefined
  readonly onLoad: (message: LoadedMessage) => void
}

export function MessageById({ linked, onLoad }: MessageByIdProps) {
  const t = useText()
  const call = useCall()
  const notify = useNotify()
  const [id, setId] = useState(linked?.id ?? '')
  const [index, setIndex] = useState(linked?.index ?? '')
  const load = useMutation({
    mutationFn: (stored: StoredMessage) => call(getMessage, { params: { index: stored.index, messageId: stored.id } }),
    onSuccess: ({ message }, stored) => onLoad({ stored, fields: { ...message.fields, timestamp: message.timestamp } }),
    onError: (error) =>
      notify.error(t('messages.load.failed', { status: statusText(error) }), t('messages.load.failed.title')),
  })
  const wanted = { index: index.trim(), id: id.trim() }
  const isComplete = wanted.index !== '' && wanted.id !== ''
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isComplete) load.mutate(wanted)
  }
  // A message named by the address is loaded once, without a click.
  const isLoaded = useRef(false)
  const { mutate } = load
  useEffect(() => {
    if (linked === undefined || isLoaded.current) return
    isLoaded.current = true
    mutate(linked)
  }, [linked, mutate])
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          className={classes['field'] ?? ''}
          label={t('messages.load.messageId')}
          value={id}
          required
          onChange={({ currentTarget }) => setId(currentTarget.value)}
        />
        <TextInput
          className={classes['field'] ?? ''}
          label={t('messages.load.index')}
          value={index}
          required
          onChange={({ currentTarget }) => setIndex(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!isComplete || load.isPending}>
          {t(load.isPending ? 'messages.load.loading' : 'messages.load.loadById')}
        </Button>
      </Group>
    </form>
  )
}
