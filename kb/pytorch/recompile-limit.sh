# needs: pip:torch==2.13.0
reproduce() {
  mkdir train
  cat > train/batches.py <<'PY'
import torch

@torch.compile(backend="eager", dynamic=False)
def step(x):
    return (x * 2).sum()

for n in range(1, 13):
    x = torch.ones(n)
    loss = step(x)
print(f"12 batches, last loss {loss:.1f}")
PY
  cat > train/net.py <<'PY'
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(4, 4)
        self.seen = 0

    def forward(self, x):
        self.seen += 1
        return self.fc(x) / self.seen

net = torch.compile(Net(), backend="eager")
for _ in range(100):
    net(torch.ones(2, 4))
print("100 steps")
PY
  python train/batches.py
  python train/net.py
  sed 's/"eager"/"eager", fullgraph=True/' train/batches.py > train/whole.py
  python train/whole.py
}
workaround_1() { sed -i 's/dynamic=False/dynamic=True/' train/batches.py; python train/batches.py; }
workaround_2() { sed -i 's/x = torch.ones(n)/&; torch._dynamo.mark_dynamic(x, 0)/' train/batches.py; python train/batches.py; }
workaround_3() { sed -i 's/self.seen = 0/self.register_buffer("seen", torch.zeros(()))/' train/net.py; python train/net.py; }
workaround_4() { sed -i '1a torch._dynamo.config.allow_unspec_int_on_nn_module = True' train/net.py; python train/net.py; }
workaround_5() { sed -i '1a torch._dynamo.config.recompile_limit = 16' train/batches.py; python train/batches.py; }
dead_end_1() { sed -i '1a torch._dynamo.config.recompile_limit = 64' train/net.py; python train/net.py; }
dead_end_2() { sed -i 's/"eager"/"eager", dynamic=True/' train/net.py; python train/net.py; }
