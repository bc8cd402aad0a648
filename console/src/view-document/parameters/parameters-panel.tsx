import type { Parameter } from '@logyard/contract/search/searches'
import { ActionIcon, Alert, Button, Group, TextInput, Tooltip } from '@mantine/core'
import { IconPencil, IconVariable } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { useRichText, useText } from '../../base/text/text.tsx'
import { defaultText, isRequired, type ParameterValues } from './parameters.ts'
import classes from './parameters-panel.module.css'

const ParameterDialog = lazy(() =>
  import('./parameter-dialog.tsx').then((module) => ({ default: module.ParameterDialog })),
)

interface ParametersPanelProps {
  /** The names that the query uses. */
  readonly used: readonly string[]
  readonly declared: readonly Parameter[]
  readonly values: ParameterValues
  /** Absent: values can be entered, but declarations cannot be changed. */
  readonly onDeclare: ((parameters: readonly Parameter[]) => void) | undefined
  readonly onValue: (name: string, value: string) => void
  readonly onRun: () => void
}

/** The values of the parameters in the query, and the declaration of new ones. */
export function ParametersPanel({ used, declared, values, onDeclare, onValue, onRun }: ParametersPanelProps) {
  const t = useText()
  const rich = useRichText()
  const [edited, setEdited] = useState<string>()
  const byName = new Map(declared.map((parameter) => [parameter.name, parameter]))
  const undeclared = used.filter((name) => !byName.has(name))
  const shown = used.flatMap((name) => byName.get(name) ?? [])
  if (used.length === 0) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onRun()
  }
  const declare = (parameter: Parameter) => {
    onDeclare?.([...declared.filter(({ name }) => name !== parameter.name), parameter])
    setEdited(undefined)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the values belong to the search above, they are no form of their own
    <div role="group" className={classes['panel']} aria-label={t('search.parameters')}>
      {shown.map((parameter) => (
        <TextInput
          key={parameter.name}
          className={classes['value'] ?? ''}
          size="xs"
          label={<span translate="no">{parameter.title || parameter.name}</span>}
          description={parameter.description ? <span translate="no">{parameter.description}</span> : undefined}
          required={isRequired(parameter)}
          placeholder={defaultText(parameter)}
          value={values[parameter.name] ?? ''}
          onChange={(event) => onValue(parameter.name, event.currentTarget.value)}
          onKeyDown={onKeyDown}
          rightSection={
            onDeclare && (
              <Tooltip label={t('search.parameters.edit', { name: parameter.name })}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={t('search.parameters.edit', { name: parameter.name })}
                  onClick={() => setEdited(parameter.name)}
                >
                  <IconPencil size={14} />
                </ActionIcon>
              </Tooltip>
            )
          }
        />
      ))}
      {undeclared.map((name) => (
        <Alert key={name} className={classes['undeclared'] ?? ''} color="amber" icon={<IconVariable />} p="xs">
          <Group gap="sm">
            <span>
              {rich('search.parameters.undeclared', {
                name: () => <strong translate="no">${name}$</strong>,
              })}
            </span>
            {onDeclare && (
              <Button size="compact-xs" variant="default" onClick={() => setEdited(name)}>
                {t('search.parameters.declare')}
              </Button>
            )}
          </Group>
        </Alert>
      ))}
      <Suspense fallback={null}>
        {edited !== undefined && (
          <ParameterDialog
            name={edited}
            parameter={byName.get(edited)}
            onSave={declare}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}
