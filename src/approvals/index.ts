export { type Bound, bindingOf } from './binding.ts';
export { type Command, mayHoldCommand, parseCommands } from './command.ts';
export { type Answer, answersIn, type Pending, type Thread } from './decisions.ts';
export { canDecide, commentsWith } from './people.ts';
export { type AskedFor, type Heard, type Unheard, unheardIn } from './unheard.ts';
