export { argumentProblem, invalidArguments } from './call-arguments.ts';
export { type Access, type Accesses, createModel, createModels, type ModelOptions } from './create-model.ts';
