// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated
export const Ignored = 1
export const RuleWord = 2
export const PipelineWord = 3
export const StageWord = 4
export const Match = 5
export const All = 6
export const Either = 7
export const When = 8
export const Then = 9
export const Let = 10
export const End = 11
export const AndWord = 12
export const OrWord = 13
export const NotWord = 14
export const Boolean = 15
