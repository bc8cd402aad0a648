import { fieldsOf } from '@logyard/contract/configured/fields-of'
import { type CodecTypesByType, listCodecTypes } from '@logyard/contract/ingest/codec-types'
import { FIELD } from '@logyard/contract/messages/message-fields'
import { parseMessage } from '@logyard/contract/search/messages'
import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { ApiError, statusText } from '../../api/api-error.ts'
import { callQuery } from '../../api/call-query.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { AdvancedFields } from '../../ui/configured-form/advanced-fields.tsx'
import { configurationToSend, initialConfiguration } from '../../ui/configured-form/configuration-values.ts'
import { fieldProblems } from '../../ui/fields/field-problems.ts'
import type { FieldValues } from '../../ui/fields/field-values.ts'
import { Fields } from '../../ui/fields/fields.tsx'
import { InputSelect } from './input-select.tsx'
import type { LoadedMessage } from './loaded-message.ts'

const LOCAL_ADDRESS = '127.0.0.1'
/** An input of this type generates its messages. */
const MADE_UP = 'random-http-msg'

interface RawMessageProps {
  /** Lets the user name the input that received the payload. */
  readonly withInput: boolean
  readonly onLoad: (message: LoadedMessage) => void
}

/** A pasted payload, decoded as an input would decode it, and not stored. */
export function RawMessage({ withInput, onLoad }: RawMessageProps) {
  const t = useText()
  const call = useCall()
  const [text, setText] = useState('')
  const [address, setAddress] = useState('')
  const [codec, setCodec] = useState<string | null>(null)
  const [configuration, setConfiguration] = useState<FieldValues>({})
  const codecs = useQuery({
    ...callQuery(call, ['codec-types'], listCodecTypes),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useFailureToast(codecs.error, 'messages.load.codecsFailed')
  const [inputId, setInputId] = useState<string | null>(null)
  const load = useParse(({ fields }) =>
    onLoad({ fields: inputId === null ? fields : { ...fields, [FIELD.sourceInput]: inputId } }),
  )
  const requestOf = (type: string | null) => (type === null ? {} : (codecs.data?.[type]?.requested_configuration ?? {}))
  const request = requestOf(codec)
  const described = fieldsOf(request)
  const optional = described.filter(({ name }) => request[name]?.is_optional === true)
  const fields = {
    values: configuration,
    errors: {},
    onChange: (change: FieldValues) => setConfiguration((old) => ({ ...old, ...change })),
  }
  const isComplete =
    text.trim() !== '' && codec !== null && Object.keys(fieldProblems(described, configuration)).length === 0
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isComplete) return
    load.mutate({
      message: text,
      codec,
      remote_address: address.trim() || LOCAL_ADDRESS,
      configuration: configurationToSend(request, configuration),
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          label={t('messages.load.rawMessage')}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          rows={3}
          required
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group align="flex-end" gap="sm">
          <Select
            flex="1 1 220px"
            label={t('messages.load.codec')}
            placeholder={t('messages.load.codec.choose')}
            required
            data={codecOptions(codecs.data ?? {})}
            value={codec}
            comboboxProps={{ keepMounted: false }}
            onChange={(next) => {
              setCodec(next)
              setConfiguration(initialConfiguration(requestOf(next)))
            }}
          />
          <TextInput
            flex="1 1 220px"
            label={t('ui.optional', { label: t('messages.load.address') })}
            placeholder={LOCAL_ADDRESS}
            value={address}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          />
          {withInput && <InputSelect value={inputId} isOptional onChange={setInputId} />}
          <Button type="submit" variant="default" disabled={!isComplete || load.isPending}>
            {t(load.isPending ? 'messages.load.loading' : 'messages.load.loadRaw')}
          </Button>
        </Group>
        <Fields fields={described.filter((field) => !optional.includes(field))} {...fields} />
        {optional.length > 0 && <AdvancedFields fields={optional} {...fields} />}
      </Stack>
    </form>
  )
}

const codecOptions = (codecs: CodecTypesByType) =>
  Object.values(codecs)
    .filter(({ type }) => type !== MADE_UP)
    .map(({ type, name }) => ({ value: type, label: name === '' ? type : name }))
    .toSorted((a, b) => a.label.localeCompare(b.label))

interface Payload {
  readonly message: string
  readonly codec: string
  readonly remote_address: string
  readonly configuration: Record<string, unknown>
}

function useParse(onLoad: (message: LoadedMessage) => void) {
  const t = useText()
  const call = useCall()
  const notify = useNotify()
  return useMutation({
    mutationFn: (body: Payload) => call(parseMessage, { body }),
    onSuccess: ({ message }) => onLoad({ fields: { ...message.fields, timestamp: message.timestamp } }),
    onError(error) {
      const isRefused = error instanceof ApiError && error.status === 400
      const text = isRefused
        ? t('messages.load.rawRefused')
        : t('messages.load.rawFailed', { status: statusText(error) })
      notify.error(text, t('messages.load.rawFailed.title'))
    },
  })
}
