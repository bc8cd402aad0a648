import type { Parameter } from '@logyard/contract/search/searches'
import { Alert, Button, Group, TextInput } from '@mantine/core'
import { IconPencil, IconVariable } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useRichText, useText } from '../../base/text/text.tsx'
import { FieldLabel } from '../../ui/fields/field-label.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'
import { defaultText, isLookup, isRequired, type ParameterValues } from './parameters.ts'

const ParameterDialog = deferred(() => import('./parameter-dialog.tsx').then((module) => module.ParameterDialog))

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
  const declare = (parameter: Parameter) => {
    onDeclare?.([...declared.filter(({ name }) => name !== parameter.name), parameter])
    setEdited(undefined)
  }
  return (
    // The values belong to the search above, they are no form of their own.
    <Group
      role="group"
      align="flex-end"
      gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)"
      aria-label={t('searchTools.parameters')}
    >
      {shown.map((parameter) => (
        <ParameterInput
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name] ?? ''}
          onEdit={onDeclare && (() => setEdited(parameter.name))}
          onValue={(value) => onValue(parameter.name, value)}
          onRun={onRun}
        />
      ))}
      {undeclared.map((name) => (
        <Alert key={name} color="amber" icon={<IconVariable />} p="xs">
          <Group gap="sm">
            <span>
              {rich('searchTools.parameters.undeclared', {
                name: () => <strong translate="no">${name}$</strong>,
              })}
            </span>
            {onDeclare && (
              <Button size="compact-xs" variant="default" onClick={() => setEdited(name)}>
                {t('searchTools.parameters.declare')}
              </Button>
            )}
          </Group>
        </Alert>
      ))}
      {edited !== undefined && (
        <ParameterDialog
          name={edited}
          parameter={byName.get(edited)}
          onSave={declare}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Group>
  )
}

interface ParameterInputProps {
  readonly parameter: Parameter
  readonly value: string
  readonly onEdit: (() => void) | undefined
  readonly onValue: (value: string) => void
  readonly onRun: () => void
}

/** The field of a parameter. A parameter from a lookup table is read-only, and names its table. */
function ParameterInput({ parameter, value, onEdit, onValue, onRun }: ParameterInputProps) {
  const t = useText()
  const { name, title, description, key, lookup_table: table } = parameter
  const lookedUp = isLookup(parameter)
    ? t('searchTools.parameters.lookedUp', { key: key ?? '', table: table ?? '' })
    : undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onRun()
  }
  return (
    <TextInput
      flex="0 1 220px"
      size="xs"
      label={<FieldLabel text={title || name} isOptional={!isRequired(parameter)} isData />}
      description={description ? <span translate="no">{description}</span> : undefined}
      required={isRequired(parameter)}
      placeholder={defaultText(parameter)}
      readOnly={lookedUp !== undefined}
      value={lookedUp ?? value}
      title={lookedUp}
      onChange={(event) => onValue(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      rightSection={
        onEdit && (
          <ToolButton label={t('searchTools.parameters.edit', { name })} size="sm" onClick={onEdit}>
            <IconPencil size={14} />
          </ToolButton>
        )
      }
    />
  )
}
