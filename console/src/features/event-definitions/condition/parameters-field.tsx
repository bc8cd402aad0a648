import type { Parameter } from '@logyard/contract/search/searches'
import { parameterNames } from '@logyard/languages/query/fill-parameters'
import { Button, Group, Input } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { ParameterDialog } from '../../../view-document/parameters/parameter-dialog.tsx'

interface ParametersFieldProps {
  readonly query: string
  readonly declared: readonly Parameter[]
  readonly error: string | undefined
  readonly onChange: (parameters: readonly Parameter[]) => void
}

/** The parameters of the query: their values come from lookup tables. Nothing without parameters. */
export function ParametersField({ query, declared, error, onChange }: ParametersFieldProps) {
  const t = useText()
  const [edited, setEdited] = useState<string>()
  const used = parameterNames([query])
  const byName = new Map(declared.map((one) => [one.name, one]))
  const isMissing = used.some((name) => !byName.has(name))
  if (used.length === 0) return null
  return (
    <Input.Wrapper
      label={t('definitions.parameters')}
      labelElement="div"
      description={isMissing ? t('definitions.parameters.help') : undefined}
      error={error}
    >
      <Group gap="xs" mb="xs">
        {used.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant={byName.has(name) ? 'default' : 'light'}
            color={byName.has(name) ? 'gray' : 'red'}
            aria-label={t(byName.has(name) ? 'definitions.parameters.edit' : 'definitions.parameters.declare', {
              name,
            })}
            onClick={() => setEdited(name)}
          >
            <span translate="no">{name}</span>
          </Button>
        ))}
      </Group>
      {edited !== undefined && (
        <ParameterDialog
          name={edited}
          parameter={byName.get(edited)}
          isLookedUp
          onSave={(parameter) => {
            // Declarations that the query no longer uses go with the next change.
            const others = declared.filter(({ name }) => name !== edited && used.includes(name))
            onChange([...others, parameter])
            setEdited(undefined)
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Input.Wrapper>
  )
}
