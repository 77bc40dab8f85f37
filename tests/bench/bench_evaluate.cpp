// What one evaluation costs, part by part: drawing inputs, the reference with the comparison, and a whole evaluation,
// whose counters show what lies outside compiling and running. The emulator against a plain loop: bench_npu.cpp.

#include "core/evaluate/compare.h"
#include "core/evaluate/emulatorevaluator.h"
#include "core/evaluate/inputs.h"
#include "core/plain/file.h"

#include <benchmark/benchmark.h>

namespace {

using namespace sage;

[[nodiscard]] OperatorSpec cardOf(const std::string &steps, const std::string &shape)
{
    return parseCard("{name: AddCustom, summary: bench, category: Math, inputs: [x, y], outputs: [z], reference: [" + steps + "], cases: [{dtype: float16, shapes: {x: [" + shape
                         + "], y: [" + shape + "]}}]}", "the benchmark's card").value_or(OperatorSpec{});
}

void drawNormal(benchmark::State &state)
{
    const OperatorSpec card = cardOf("\"z = add(x, y)\"", std::to_string(state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(drawInput(card.inputs[0], card.cases[0], 1, nullptr));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(drawNormal)->Arg(8 << 20)->Unit(benchmark::kMillisecond);

void referenceAndComparison(benchmark::State &state, const std::string &steps)
{
    const OperatorSpec card = cardOf(steps, "4096, 1024");
    const std::vector<Tensor> inputs = drawInputs(card, card.cases[0], 1);
    for (auto _ : state) {
        Result<Reference> reference = Reference::make(card, card.cases[0], inputs);
        benchmark::DoNotOptimize(compareOutput(makeTensor("z", DType::F16, reference->shapeOf("z")), *reference, {}));
    }
    state.SetItemsProcessed(state.iterations() * (4 << 20));
}
BENCHMARK_CAPTURE(referenceAndComparison, add, "\"z = add(x, y)\"")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(referenceAndComparison, swish, "\"s = sigmoid(x)\", \"z = mul(x, s)\"")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(referenceAndComparison, normalization, "\"q = square(x)\", \"m = mean(q, axis=-1)\", \"r = rsqrt(m)\", \"n = mul(x, r)\", \"z = mul(n, y)\"")->Unit(benchmark::kMillisecond);

void wholeEvaluation(benchmark::State &state)
{
    const Result<std::string> text = readFile(std::string(SAGE_SOURCE_DIR) + "/tests/data/kernels/add_custom.cpp");
    Result<TemporaryFolder> scratch = TemporaryFolder::make(std::filesystem::temp_directory_path(), "sage-bench-");
    EmulatorOptions options;
    options.memo = false;
    Result<std::unique_ptr<EmulatorEvaluator>> evaluator = EmulatorEvaluator::make(options);
    if (!text || !scratch || !evaluator)
        return state.SkipWithError(evaluator ? "a file is missing" : evaluator.error().message.c_str());
    const OperatorSpec card = cardOf("\"z = add(x, y)\"", std::to_string(state.range(0)));
    EvaluationCosts costs;
    EvaluationRequest request;
    request.card = &card;
    request.kernel.files = {{"add_custom.cpp", *text, "kernel"}};
    request.scratch = scratch->path();
    request.costs = &costs;
    EvaluationCosts sum;
    for (auto _ : state) {
        benchmark::DoNotOptimize((*evaluator)->evaluate(request, {}, {}));
        sum.compileSeconds += costs.compileSeconds;
        sum.runSeconds += costs.runSeconds;
        sum.totalSeconds += costs.totalSeconds;
    }
    const auto mean = benchmark::Counter::kAvgIterations;
    state.counters["compile_ms"] = benchmark::Counter(sum.compileSeconds * 1000, mean);
    state.counters["run_ms"] = benchmark::Counter(sum.runSeconds * 1000, mean);
    state.counters["rest_ms"] = benchmark::Counter((sum.totalSeconds - sum.compileSeconds - sum.runSeconds) * 1000, mean);
}
BENCHMARK(wholeEvaluation)->Arg(1000)->Arg(3145728)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
