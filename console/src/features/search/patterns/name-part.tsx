/** Makes a field of a variable part, in the popover with its values. */
import {
  createPatternField,
  MAX_PATTERN_FIELD_NAME,
  type PatternFieldKind,
} from '@logyard/contract/fields/pattern-fields'
import type { MessageSelection } from '@logyard/contract/search/message-selection'
import type { PatternPart } from '@logyard/contract/search/patterns'
import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { FIELDS_KEY } from '../../../query/fields/field-queries.ts'
import { PATTERN_FIELDS_KEY, patternFieldsQuery } from '../../../query/fields/pattern-field-queries.ts'
import { useAction } from '../../../ui/action/use-action.ts'
import type { OpenPlaceholder } from './open-placeholder.ts'
import { suggestName } from './suggest-name.ts'

interface NamePartProps {
  readonly open: OpenPlaceholder
  readonly part: PatternPart
  readonly selection: MessageSelection
}

/** Names that the part has, and the form for a further one. */
export function NamePart(props: NamePartProps) {
  const { pattern, position } = props.open
  const t = useText()
  const call = useCall()
  const may = useMay()
  const fields = useQuery(patternFieldsQuery(call))
  const [isNaming, setIsNaming] = useState(false)
  const names = (fields.data?.fields ?? []).filter(
    (field) => field.pattern?.text === pattern.text && field.pattern.position === position,
  )
  return (
    <Stack gap="xs">
      {names.map(({ id, name }) => (
        <Text key={id} size="sm">
          {t('search.patterns.isField')}{' '}
          <Text span inherit ff="monospace" translate="no">
            {name}
          </Text>
        </Text>
      ))}
      {isNaming ? (
        <NameForm {...props} onMade={() => setIsNaming(false)} />
      ) : (
        may(createPatternField) &&
        names.length === 0 && (
          <Button size="compact-sm" variant="default" onClick={() => setIsNaming(true)}>
            {t('search.patterns.makeField')}
          </Button>
        )
      )}
    </Stack>
  )
}

function NameForm({ open, part, selection, onMade }: NamePartProps & { readonly onMade: () => void }) {
  const { pattern, position } = open
  const t = useText()
  const [name, setName] = useState(() => suggestName(pattern.text, position))
  const [kind, setKind] = useState<PatternFieldKind>(part.numeric === null ? 'text' : 'number')
  const make = useAction({
    run: (call, body: { readonly name: string; readonly kind: PatternFieldKind }) =>
      call(createPatternField, {
        body: { ...selection, ...body, hashes: pattern.hashes, text: pattern.text, position },
      }),
    texts: 'search.patterns.field',
    changes: [PATTERN_FIELDS_KEY, FIELDS_KEY],
    // The form shows the reason.
    isShown: () => true,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate({ name: name.trim(), kind }, { onSuccess: onMade })
      }}
    >
      <Stack gap="xs">
        <TextInput
          size="xs"
          label={t('search.patterns.field.name')}
          description={t('search.patterns.field.help')}
          value={name}
          maxLength={MAX_PATTERN_FIELD_NAME}
          error={make.error?.message}
          data-autofocus
          onChange={({ currentTarget }) => {
            setName(currentTarget.value)
            make.reset()
          }}
        />
        <Group justify="space-between" gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('search.patterns.field.kind')}
            data={(['number', 'text'] as const).map((value) => ({
              value,
              label: t(`search.patterns.field.kind.${value}`),
            }))}
            value={kind}
            onChange={(value) => setKind(value === 'number' ? 'number' : 'text')}
          />
          <Button type="submit" size="xs" loading={make.isPending} disabled={name.trim() === ''}>
            {t('search.patterns.field.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
