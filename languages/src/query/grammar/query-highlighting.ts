import { styleTags, tags } from '@lezer/highlight'

/** Maps the grammar's nodes to the styles of the editor. */
export const queryHighlighting = styleTags({
  'And Or Not Required Prohibited To': tags.logicOperator,
  CompareOperator: tags.compareOperator,
  'Field/Word Field/Pattern': tags.propertyName,
  'Field/":"': tags.punctuation,
  'Word SlashWord': tags.literal,
  'Pattern SlashPattern': tags.special(tags.literal),
  'Phrase UnclosedPhrase': tags.string,
  Regex: tags.regexp,
  RangeValue: tags.number,
  'Tilde Boost': tags.modifier,
  '( )': tags.paren,
  '[ ] { }': tags.squareBracket,
  'UnmatchedClose Stray': tags.invalid,
})
