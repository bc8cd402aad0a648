import { Badge } from '@mantine/core'

const COLORS: Readonly<Record<string, string>> = { GET: 'spruce', POST: 'blue', PUT: 'amber', DELETE: 'red' }

export function MethodBadge({ method }: { method: string }) {
  return (
    <Badge size="sm" color={COLORS[method] ?? 'gray'} w={58} flex="none" translate="no">
      {method}
    </Badge>
  )
}
