import { Stack } from '@mantine/core'
import type { EditorProps } from '../../ui/fields/field-props.ts'
import { secretToSend, textOf } from '../../ui/fields/field-values.ts'
import { SecretField } from '../../ui/form/secret-field.tsx'
import { WebhookWhitelist } from './webhook-whitelist.tsx'

/** A secret URL, or a secret that is sent to a URL. Below it stands whether the server may request the URL. */
export const WebhookField = ({ field, entityTitle = '', onValue, ...input }: EditorProps<'webhook'>) => (
  <Stack gap={6}>
    <SecretField {...input} onChange={(next) => onValue(secretToSend(next))} />
    <WebhookWhitelist url={field.url ?? textOf(input.value)} title={entityTitle} />
  </Stack>
)
