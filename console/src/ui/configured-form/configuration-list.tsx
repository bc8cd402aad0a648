import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { isPassword } from '@logyard/contract/configured/fields-of'
import { Text } from '@mantine/core'
import { Fragment } from 'react'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../dimmed.tsx'
import classes from './configuration-list.module.css'

interface ConfigurationListProps {
  readonly values: Readonly<Record<string, unknown>>
  /** `undefined` for a type that this server does not know. */
  readonly request: ConfigRequest | undefined
}

/** The stored configuration, by the names that API users see. */
export function ConfigurationList({ values, request }: ConfigurationListProps) {
  const t = useText()
  const settings = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (settings.length === 0) {
    return <Dimmed>{t('ui.config.none')}</Dimmed>
  }
  return (
    <dl className={classes['settings']} aria-label={t('ui.config')}>
      {settings.map(([name, value]) => (
        <Fragment key={name}>
          <dt translate="no">{name}</dt>
          <dd>
            <Setting value={value} isSecret={isSecret(name, request)} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

function Setting({ value, isSecret }: { value: unknown; isSecret: boolean }) {
  const t = useText()
  const text = textOf(value)
  if (text === '')
    return (
      <Text inherit c="dimmed">
        {t('ui.config.empty')}
      </Text>
    )
  return <span translate="no">{isSecret ? '********' : text}</span>
}

/** For an unknown type, every field that sounds like a secret is treated as one. */
function isSecret(name: string, request: ConfigRequest | undefined): boolean {
  if (request === undefined) return /password|secret|token/i.test(name)
  const field = request[name]
  return field !== undefined && isPassword(field)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(String).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
