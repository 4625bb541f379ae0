export { argumentProblem, invalidArguments } from './call-arguments.ts';
export { createModel, type ModelOptions } from './create-model.ts';
