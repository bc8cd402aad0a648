/** How patterns are highlighted, in the editor and in lists. */
import { type Tag, tagHighlighter, tags } from '@lezer/highlight'
import { grokParser } from '@logyard/languages/grok/grammar/grok-parser'
import classes from './pattern-highlighting.module.css'

export const patternParsers = { grok: grokParser.configure({ dialect: 'grok' }), regex: grokParser }

const style = (tag: Tag | readonly Tag[], name: string) => ({ tag, class: classes[name] ?? '' })

export const patternHighlighter = tagHighlighter([
  style(tags.typeName, 'name'),
  style(tags.propertyName, 'field'),
  style([tags.modifier, tags.operator, tags.paren], 'operator'),
  style(tags.string, 'format'),
  style([tags.escape, tags.regexp], 'characters'),
  style(tags.punctuation, 'mark'),
])
