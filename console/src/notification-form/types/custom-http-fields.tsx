import {
  type CustomHttpNotificationConfig,
  HTTP_METHODS,
  MAX_NOTIFICATION_TIMEOUT_S,
  MAX_RETRIES,
} from '@logyard/contract/event-notifications/notification-configs'
import { NativeSelect, NumberInput } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { HeadersField } from '../../ui/form/headers-field.tsx'
import { SecretField } from '../../ui/form/secret-field.tsx'
import { WhitelistedUrlInput } from '../../url-whitelist/whitelisted-url-input.tsx'
import { MoreFields } from '../more-fields.tsx'
import classes from '../notification-form.module.css'
import { TemplatePreview } from '../preview/template-preview.tsx'
import { useTemplateNames } from '../preview/use-template-names.ts'
import { TemplateInput } from '../template-input/template-input.tsx'
import { secretToSend } from './secret-to-send.ts'
import { TextField } from './text-field.tsx'
import type { TypeFieldsProps } from './type-fields-props.ts'

const CONTENT_TYPES: readonly CustomHttpNotificationConfig['content_type'][] = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
]

type Props = TypeFieldsProps<CustomHttpNotificationConfig>

export function CustomHttpFields(props: Props) {
  const { config, errors, title, onChange } = props
  const t = useText()
  const hasBody = config.method !== 'GET'
  return (
    <>
      <WhitelistedUrlInput
        label={t('eventNotifications.url')}
        isRequired
        entryTitle={title}
        value={config.url ?? ''}
        error={errors['url']}
        onChange={(url) => onChange({ url })}
      />
      <div className={classes['pair']}>
        <NativeSelect
          label={t('eventNotifications.http.method')}
          data={[...HTTP_METHODS]}
          translate="no"
          value={config.method}
          onChange={({ currentTarget }) => {
            const method = HTTP_METHODS.find((one) => one === currentTarget.value)
            if (method !== undefined) onChange({ method })
          }}
        />
        {hasBody && (
          <NativeSelect
            label={t('eventNotifications.http.contentType')}
            data={[...CONTENT_TYPES]}
            translate="no"
            value={config.content_type}
            onChange={({ currentTarget }) => {
              const type = CONTENT_TYPES.find((one) => one === currentTarget.value)
              if (type !== undefined) onChange({ content_type: type })
            }}
          />
        )}
      </div>
      <HeadersField
        label={t('eventNotifications.http.headers')}
        headers={Object.entries(config.headers ?? {})}
        error={errors['headers']}
        onChange={(headers) => onChange({ headers })}
      />
      {hasBody && <Body {...props} />}
      <Credentials {...props} />
      <Retries {...props} />
    </>
  )
}

function Body({ config, errors, onChange }: Props) {
  const t = useText()
  const names = useTemplateNames()
  const template = config.body_template ?? ''
  return (
    <>
      <TemplateInput
        label={t('eventNotifications.body')}
        description={t('eventNotifications.http.body.help')}
        names={names}
        value={template}
        error={errors['body_template']}
        onChange={(next) => onChange({ body_template: next })}
      />
      {template.trim() !== '' && <TemplatePreview parts={[{ label: t('eventNotifications.body'), template }]} />}
    </>
  )
}

function Credentials({ config, errors, onChange }: Props) {
  const t = useText()
  const { basic_auth_user: user, basic_auth_password: password, bearer_token: token } = config
  return (
    <MoreFields
      label={t('eventNotifications.http.credentials')}
      isUsed={Boolean(user || password || token)}
      hasError={false}
    >
      <div className={classes['pair']}>
        <TextField
          label={t('eventNotifications.http.user')}
          value={user}
          onChange={(next) => onChange({ basic_auth_user: next })}
        />
        <SecretField
          label={t('eventNotifications.http.password')}
          value={password}
          onChange={(next) => onChange({ basic_auth_password: secretToSend(next) })}
        />
      </div>
      <SecretField
        label={t('eventNotifications.http.token')}
        description={t('eventNotifications.http.token.help')}
        value={token}
        error={errors['bearer_token']}
        onChange={(next) => onChange({ bearer_token: secretToSend(next) })}
      />
    </MoreFields>
  )
}

const wholeOrNull = (value: string | number): number | null => (typeof value === 'number' ? value : null)

function Retries({ config, onChange }: Props) {
  const t = useText()
  const { timeout_seconds: timeout, retries, retry_delay_seconds: delay } = config
  const number = { allowDecimal: false, clampBehavior: 'strict' } as const
  return (
    <MoreFields
      label={t('eventNotifications.http.retries.more')}
      isUsed={(retries ?? 0) > 0 || (timeout ?? null) !== null}
      hasError={false}
    >
      <div className={classes['pair']}>
        <NumberInput
          {...number}
          label={t('eventNotifications.http.timeout')}
          placeholder="15"
          min={1}
          max={MAX_NOTIFICATION_TIMEOUT_S}
          value={timeout ?? ''}
          onChange={(next) => onChange({ timeout_seconds: wholeOrNull(next) })}
        />
        <NumberInput
          {...number}
          label={t('eventNotifications.http.retries')}
          description={t('eventNotifications.http.retries.help')}
          min={0}
          max={MAX_RETRIES}
          value={retries ?? 0}
          onChange={(next) => onChange({ retries: wholeOrNull(next) })}
        />
        <NumberInput
          {...number}
          label={t('eventNotifications.http.retryDelay')}
          description={t('eventNotifications.http.retryDelay.help')}
          placeholder="30"
          min={1}
          max={86_400}
          disabled={(retries ?? 0) === 0}
          value={delay ?? ''}
          onChange={(next) => onChange({ retry_delay_seconds: wholeOrNull(next) })}
        />
      </div>
    </MoreFields>
  )
}
